import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { changedValues, formValues, sameValue } from './form-fields.ts'

/** Whose change of a field counts when two people changed the same row. */
export type Side = 'mine' | 'theirs'

/** A field that differs since both people loaded the same row: one of them changed it, or both did, differently. */
export interface FieldDifference {
  name: string
  by: Side | 'both'
}

/** The fields that differ between the common base row, mine and theirs; without those that both changed alike. */
export function differencesBetween(
  resource: Resource,
  base: RowValues,
  mine: RowValues,
  theirs: RowValues,
): FieldDifference[] {
  const ours = changedValues(resource, base, mine)
  return Object.keys(resource.fields).flatMap((name): FieldDifference[] => {
    const changed = { mine: name in ours, theirs: name in theirs && !sameValue(base[name], theirs[name]) }
    if (resource.fields[name]!.secret || (!changed.mine && !changed.theirs)) return []
    if (!changed.mine) return [{ name, by: 'theirs' }]
    if (!changed.theirs) return [{ name, by: 'mine' }]
    return sameValue(ours[name], theirs[name]) ? [] : [{ name, by: 'both' }]
  })
}

/**
 * Merges the two rows: a field that only one person changed takes that change; where both did, `chosen` decides, by
 * default mine.
 */
export function mergeRows(
  resource: Resource,
  base: RowValues,
  mine: RowValues,
  theirs: RowValues,
  chosen: Readonly<Record<string, Side>> = {},
): RowValues {
  const ours = Object.entries(changedValues(resource, base, mine)).filter(([name]) => chosen[name] !== 'theirs')
  return { ...formValues(resource, theirs), ...Object.fromEntries(ours) }
}
