import { columnOf } from '../../../resources/columns.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { optionText } from '../../../resources/define/option-text.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { type OptionReader, optionLabel, optionReaderOf } from '../../../resources/option-words.ts'
import { resourceNamed, resources } from '../../../resources/registry.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Person } from '../rights/person.ts'
import { joinLabels, type SheetColumn, sheetColumns } from './sheet-columns.ts'

/** The columns of the file: those named, or all that the person may read. Throws 400 for unknown names. */
export function columnsAsked(resource: Resource, readable: readonly string[], requested: string | null): SheetColumn[] {
  const readableColumns = sheetColumns(resource).filter(({ name }) => readable.includes(name))
  if (requested === null)
    return [...readableColumns, ...(resource.kind === 'master' ? extraColumn(resource, 'isActive') : [])]
  return requested.split(',').flatMap(name => {
    const columns = readableColumns.filter(column => column.name === name)
    const columnsOfName = columns.length > 0 ? columns : readable.includes(name) ? extraColumn(resource, name) : []
    if (columnsOfName.length === 0) throw unknownColumn(resource, name)
    return columnsOfName
  })
}

/**
 * Returns the columns as a list shows them: one each, under its label, references as the text of their row. Options of a
 * report are in words; those of what can be imported stay in the code that an import reads, where its field says no words.
 */
export function columnsShown(
  resource: Resource,
  readable: readonly string[],
  requested: string | null,
  { userType }: Pick<Person, 'userType'>,
): SheetColumn[] {
  const names = requested !== null ? requested.split(',') : resource.list.filter(name => readable.includes(name))
  return names.map((name): SheetColumn => {
    const column = readable.includes(name) ? columnOf(resource, name) : undefined
    if (!column?.shown || column.field.kind === 'json') throw unknownColumn(resource, name)
    const { field, label: heading } = column
    const say = wordsOf(resource, field, optionReaderOf(userType))
    const cellField = field.kind === 'reference' || say ? TEXT : field
    const shown = { name, field, cellField, reference: undefined, part: undefined, heading, required: false }
    return say ? { ...shown, say } : shown
  })
}

function wordsOf({ kind }: Resource, field: Field, reader: OptionReader): SheetColumn['say'] {
  const isReport = kind === 'report'
  if (isReport && field.namesResource) return titleOf
  if (field.words || (isReport && field.options)) return option => optionLabel(field, option, reader)
  return undefined
}

const BETWEEN = ' · '

/** A column with the texts of rows such as «1201 · Bhiwandi CnF» as two, their code and their name; others as they are. */
export function codeAndName(column: SheetColumn): SheetColumn[] {
  const { field, heading } = column
  if (field.kind !== 'reference' || field.to === undefined || field.to === 'self') return [column]
  const { display, fields, key } = resourceNamed(field.to)
  const [code, ...names] = display
  if (code === undefined || names.length === 0 || !key.includes(code) || !fields[code]) return [column]
  return [
    { ...column, half: 'code', heading: joinLabels(heading, labelOf(code, fields[code])) },
    { ...column, half: 'name', heading: `${heading} name` },
  ]
}

/** The code or the name in the text of a row. */
export function halfOf(half: 'code' | 'name', text: string): string {
  const at = text.indexOf(BETWEEN)
  if (at < 0) return half === 'code' ? text : ''
  return half === 'code' ? text.slice(0, at) : text.slice(at + BETWEEN.length)
}

/** The title of a resource by its name; of anything else that was written down its name in words. */
const titleOf = (name: string) =>
  resources.find(one => one.name === name)?.title ?? optionText(name.toUpperCase().replaceAll('-', '_'))

const unknownColumn = (resource: Resource, name: string) =>
  invalidField('columns', 'UNKNOWN_FIELD', `${name.slice(0, 60)} is not a column of ${resource.title}`)

/** The display text of a referenced row. */
export const TEXT: Field = { kind: 'text', optional: true, max: 255 }

/**
 * Returns the sheet column of a column that is not a field of the row: when it was changed and by whom, a field of a
 * referenced row, or a computed value.
 */
function extraColumn(resource: Resource, name: string): SheetColumn[] {
  const column = columnOf(resource, name)
  if (!column?.shown || column.field.kind === 'json') return []
  const { field } = column
  const user = resourceNamed('user')
  const plain: SheetColumn = {
    name,
    field,
    cellField: field,
    reference: undefined,
    part: undefined,
    heading: column.label,
    required: false,
  }
  if (column.way !== 'own' && field.to) return [{ ...plain, cellField: TEXT }]
  if (field.to !== 'user') return [plain]
  return [
    {
      ...plain,
      cellField: user.fields.loginId!,
      reference: { name, field, target: user, own: 'loginId', fixed: [], context: [] },
      part: 'loginId',
    },
  ]
}
