/** The portals that run in this process, apart from `portal.ts`, which reads the whole server. */
export const openPortals = new Set<{ close(): Promise<void> }>()
