import type { Resource } from './resource.ts'

type Values = Record<string, unknown>

/** A change as the history stores it: only the fields that differ; the first one has nothing before it. */
export interface RowChanges {
  id: number
  before: Values | null
  after: Values | null
}

/**
 * The values of a row right after one of its changes: the current values with every later change undone. `changes` are
 * newest first.
 */
export function versionAfter(now: Values, changes: readonly RowChanges[], id: number): Values {
  const version = { ...now }
  for (const change of changes) {
    if (change.id === id) break
    for (const name of Object.keys(change.after ?? {})) version[name] = change.before?.[name] ?? null
    Object.assign(version, change.before)
  }
  return version
}

/** The values of a row at an instant, by its changes since, newest first. */
export function versionAt(now: Values, changes: readonly (RowChanges & { at: string })[], instant: string): Values {
  const since = changes.filter(({ at }) => at >= instant)
  return versionAfter(now, since, 0)
}

/**
 * The changes that restore a version: the fields people may write; an inactive row is reactivated, never the other way.
 */
export function changesToRestore(resource: Resource, now: Values, version: Values): Values {
  const writable = Object.entries(resource.fields).filter(
    ([name, { server, secret, sap, kind }]) => !server && !secret && !sap && kind !== 'json' && name in now,
  )
  const changed = writable.filter(
    ([name]) => JSON.stringify(now[name] ?? null) !== JSON.stringify(version[name] ?? null),
  )
  const values = Object.fromEntries(changed.map(([name]) => [name, version[name] ?? null]))
  return now.isActive === false && version.isActive !== false ? { ...values, isActive: true } : values
}
