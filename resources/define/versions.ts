import type { Resource } from './resource.ts'
import type { RowValues } from './row-values.ts'

/** A change as the history stores it: only the fields that differ; the first one has nothing before it. */
export interface RowChanges {
  id: number
  before: RowValues | null
  after: RowValues | null
}

/**
 * The values of a row right after one of its changes: the current values with every later change undone. `changes` are
 * newest first.
 */
export function versionAfter(now: RowValues, changes: readonly RowChanges[], id: number): RowValues {
  const version = { ...now }
  for (const change of changes) {
    if (change.id === id) break
    for (const name of Object.keys(change.after ?? {})) version[name] = change.before?.[name] ?? null
    Object.assign(version, change.before)
  }
  return version
}

/** The values of a row at an instant, by its changes since, newest first. */
export function versionAt(
  now: RowValues,
  changes: readonly (RowChanges & { at: string })[],
  instant: string,
): RowValues {
  const since = changes.filter(({ at }) => at >= instant)
  return versionAfter(now, since, 0)
}

/**
 * The changes that restore a version: the fields people may write; an inactive row is reactivated, never the other way.
 */
export function changesToRestore(resource: Resource, now: RowValues, version: RowValues): RowValues {
  const writable = Object.entries(resource.fields).filter(
    ([name, { server, secret, sap, kind }]) => !server && !secret && !sap && kind !== 'json' && name in now,
  )
  const changed = writable.filter(
    ([name]) => JSON.stringify(now[name] ?? null) !== JSON.stringify(version[name] ?? null),
  )
  const values = Object.fromEntries(changed.map(([name]) => [name, version[name] ?? null]))
  return now.isActive === false && version.isActive !== false ? { ...values, isActive: true } : values
}
