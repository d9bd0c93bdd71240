/** Builds the screens with the given Node unless they are up to date. */
export function buildAdminWhenStale(node: string): void
