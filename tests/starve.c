/* Preloaded: memory that the engine asks for itself is refused when a test says so, and counted.
 *
 * A call is the engine's if it comes from a file in a folder tractor_core. What Python and NumPy
 * allocate, for the engine too, is left alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

enum { MOST = 1024 };

static int counting;
static long number, refused_number;
static void *block[MOST]; /* the engine's, since counting began */
static int blocks;

/* Begin to count the engine's calls from 0, and refuse that of this number; none if negative. */
void starve(long which) {
    number = 0;
    refused_number = which;
    counting = 1;
}

/* End it; how many calls there were. */
long satisfy(void) {
    counting = 0;
    return number;
}

/* How many blocks given since the first starve() have not been given back. */
int blocks_held(void) {
    return blocks;
}

static int is_engine(void *caller) {
    Dl_info info;
    return counting && dladdr(caller, &info) && info.dli_fname &&
           strstr(info.dli_fname, "/tractor_core/");
}

static int is_refused(void) {
    return number++ == refused_number;
}

static void *refuse(void) {
    errno = ENOMEM;
    return NULL;
}

static void *note(void *given) {
    if (given && blocks < MOST)
        block[blocks++] = given;
    return given;
}

static void forget(void *given) {
    for (int i = 0; i < blocks; i++)
        if (block[i] == given) {
            block[i] = block[--blocks];
            return;
        }
}

void *malloc(size_t size) {
    if (!is_engine(__builtin_return_address(0)))
        return __libc_malloc(size);
    return is_refused() ? refuse() : note(__libc_malloc(size));
}

void *calloc(size_t n, size_t size) {
    if (!is_engine(__builtin_return_address(0)))
        return __libc_calloc(n, size);
    return is_refused() ? refuse() : note(__libc_calloc(n, size));
}

void *realloc(void *old, size_t size) {
    if (!is_engine(__builtin_return_address(0)))
        return __libc_realloc(old, size);
    if (is_refused())
        return refuse();
    forget(old);
    return note(__libc_realloc(old, size));
}

void free(void *given) {
    if (given)
        forget(given);
    __libc_free(given);
}
