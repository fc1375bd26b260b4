#include <zlib.h>

/* Swift cannot call macros with parameters. */

/* Prepares a stream for deflated data without a header (RFC 1951). */
static inline int czlib_begin_deflate(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
