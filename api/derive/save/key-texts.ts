import { randomUUID } from 'node:crypto'
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

/**
 * Returns the key columns of a row (see `shadowsOf`); the id in the key of an inactive row frees it for others, and of a
 * new one that waits to become active a text of its own.
 */
export function keyTextsOf(resource: Resource, row: Record<string, unknown>): Record<string, string> {
  const shadows = keyTextColumns(resource)
  if (shadows.length === 0) return {}
  const natural = keyText(row, uniqueKeyOf(resource))
  const naturalKey = row.isActive === false ? `${natural}~${row.id ?? randomUUID()}` : natural
  return shadows.includes('periodKey') ? { naturalKey, periodKey: keyText(row, resource.key) } : { naturalKey }
}
