import type { Knex } from 'knex'
import { formats } from '../../../resources/define/formats.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { restrict } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { encodeValue } from '../row-codec.ts'
import type { ColumnHelp } from '../sheets/xlsx-help.ts'
import type { SheetColumn } from './sheet-columns.ts'

/** The longest list that is offered as a drop-down. */
const MOST_LISTED = 500

/** Returns the note and the drop-down of a template's column. */
export async function columnHelp(db: Knex, person: Person, column: SheetColumn): Promise<ColumnHelp> {
  return { required: column.required, note: noteOf(column), list: await listOf(db, person, column) }
}

/** Describes what a column means, how a value is written, and whether it is required. */
function noteOf(column: SheetColumn): string {
  const { field, heading, required } = column
  const descriptions = [field.hint, formOf(column), field.sap && 'Maintained by SAP once the row exists']
  const sentences = descriptions.filter(Boolean).map(sentence => `${String(sentence).replace(/\.$/, '')}.`)
  return `${heading}: ${required ? 'must be filled' : 'may be empty'}. ${sentences.join(' ')}`
}

function formOf({ cellField: reads, reference, part, field }: SheetColumn): string {
  if (reference) {
    const next = reference.context.find(context => context.part === part)
    return `The code of a row of ${(next?.target ?? reference.target).title}`
  }
  const { kind, scale = 0, unit, max, format, options } = reads
  switch (kind) {
    case 'number':
      return `${scale === 0 ? 'A whole number' : `A number with at most ${scale} decimals`}${unit ? `, in ${unit}` : ''}`
    case 'flag':
      return 'Yes or No'
    case 'date':
      return 'A day such as 01-04-2026 or 2026-04-01'
    case 'instant':
      return 'A day and time such as 01-04-2026 15:30'
    case 'choice':
      return 'One of the list'
    case 'list':
      return `Any of ${options!.join(', ')}, with commas between`
    default:
      return format ? `Text: ${formats[format].description}` : `Text of at most ${max ?? field.max} characters`
  }
}

async function listOf(
  db: Knex,
  person: Person,
  { cellField: reads, reference, part }: SheetColumn,
): Promise<string[] | undefined> {
  if (!reference) {
    if (reads.kind === 'flag') return ['Yes', 'No']
    return reads.kind === 'choice' ? [...reads.options!] : undefined
  }
  const next = reference.context.find(context => context.part === part)
  if (next) return codesOf(db, person, next.target, next.own, [])
  return codesOf(db, person, reference.target, reference.own, reference.fixed)
}

/** Returns the codes to choose from; undefined where there are too many or the person may not read them. */
async function codesOf(
  db: Knex,
  person: Person,
  target: Resource,
  keyColumn: string,
  fixed: readonly (readonly [string, unknown])[],
): Promise<string[] | undefined> {
  if (!person.ability.can('read', target.path)) return undefined
  const table = tableOf(target)
  const rows = db(table).where(
    Object.fromEntries(fixed.map(([name, value]) => [`${table}.${name}`, encodeValue(value)])),
  )
  if (target.kind === 'master') rows.where(`${table}.isActive`, 1)
  restrict(rows, db, target, person, 'read')
  const codes: unknown[] = await rows
    .distinct(`${table}.${keyColumn}`)
    .orderBy(`${table}.${keyColumn}`)
    .limit(MOST_LISTED + 1)
    .pluck(`${table}.${keyColumn}`)
  return codes.length === 0 || codes.length > MOST_LISTED ? undefined : codes.map(String)
}
