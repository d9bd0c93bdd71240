import { type Resource, uniqueKeyOf } from '../../../resources/define/resource.ts'
import { keyTextColumns } from '../database-columns.ts'

/** Joins the values of key columns to one text; an empty value is empty text, letter case is ignored. */
const keyText = (row: Record<string, unknown>, names: readonly string[]) =>
  names
    .map(name =>
      String(row[name] ?? '')
        .toLowerCase()
        .replaceAll('|', '||'),
    )
    .join('|')

/** Returns the key columns of a row (see `shadowsOf`); the id in the key of a deactivated row frees it for others. */
export function keyTextsOf(resource: Resource, row: Record<string, unknown>): Record<string, string> {
  const shadows = keyTextColumns(resource)
  if (shadows.length === 0) return {}
  const natural = keyText(row, uniqueKeyOf(resource))
  const naturalKey = row.isActive === false ? `${natural}~${row.id}` : natural
  return shadows.includes('periodKey') ? { naturalKey, periodKey: keyText(row, resource.key) } : { naturalKey }
}
