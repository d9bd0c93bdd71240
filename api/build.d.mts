/** Builds the screens with the given Node unless they are there as their sources stand. */
export function buildAdminWhenStale(node: string): void
