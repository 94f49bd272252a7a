"""Serves a folder on this machine's loopback until it is interrupted: static files, never cached.

Usage: serve.py FOLDER PORT
"""

import errno
import functools
import http.server
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".mjs": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".json": "application/json",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
    }

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_head(self):
        """A path that no file can have is answered like one that no file has."""
        try:
            return super().send_head()
        except ValueError:
            self.send_error(404)
            return None

    def list_directory(self, path):
        self.send_error(404)

    def log_message(self, format, *args):
        """Says nothing of a request that went well."""

    def log_error(self, format, *args):
        sys.stderr.write("  %s %s\n" % (self.path if hasattr(self, "path") else "", format % args))


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """A browser that closes its connection early is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def main():
    folder, port = sys.argv[1], int(sys.argv[2])
    try:
        server = Server(("127.0.0.1", port), functools.partial(Handler, directory=folder))
    except OSError as error:
        why = {errno.EADDRINUSE: "is taken", errno.EACCES: "is not allowed for this user"}
        reason = why.get(error.errno, "cannot be used (%s)" % error.strerror)
        sys.exit("serve: port %d %s: choose another with --port" % (port, reason))
    print("http://127.0.0.1:%d/" % server.server_port, flush=True)
    print("Ctrl-C ends it.", file=sys.stderr, flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print(file=sys.stderr)


if __name__ == "__main__":
    main()
