/** Builds the screens with the given Node unless they are up to date. */
export function buildAdminWhenStale(node: string): void
/** The file that starts the server, built with the given Node unless it is up to date. */
export function builtServer(node: string): string
