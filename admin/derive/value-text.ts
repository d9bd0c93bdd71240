import { isFy, monthOfFy } from '../../resources/dealerdash/financial-year.ts'
import type { Field } from '../../resources/define/fields.ts'
import { optionText } from '../../resources/define/option-text.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { momentText, monthText } from '../../resources/define/show.ts'
import { fieldText } from '../../resources/field-text.ts'
import { type OptionReader, optionLabel, optionReaderOf } from '../../resources/option-words.ts'

export { momentText, optionText }

/** A row as the API sends it: the declared fields, the system columns, and the texts of its references. */
export type ApiRow = Record<string, unknown> & {
  id: number
  rowVersion: number
  isActive?: boolean
  createdAt: string
  updatedAt: string
  texts?: Record<string, string | null | undefined>
  /** The day on which it was entered, where a list looks at a day before. */
  enteredOn?: string
  /** The warnings about a row just saved. */
  warnings?: { field: string; message: string }[]
}

// One person is signed in at a time; a page does not hand them to every cell.
let reader: OptionReader = 'staff'

/** From now on options are shown in the words of this kind of user. */
export function readOptionsAs(userType: string) {
  reader = optionReaderOf(userType)
}

/** An option of a field as screens call it, in the words of whoever is signed in. */
export const labelOfOption = (field: Field, option: string): string => optionLabel(field, option, reader)

// The declarations are loaded once somebody is signed in, and pages for anybody do without them.
let titles: ReadonlyMap<string, string> = new Map()

/** From now on a text that names a resource is shown as its title. */
export function readTitlesOf(resources: readonly Pick<Resource, 'name' | 'title'>[]) {
  titles = new Map(resources.map(({ name, title }) => [name, title]))
}

/** The title of a resource by its name; of anything else that was written down its name in words. */
const titleOf = (name: string) => titles.get(name) ?? optionText(name.toUpperCase().replaceAll('-', '_'))

/** A value as people read it; `text` is the text of a reference. */
export function valueText(field: Field, value: unknown, text?: string | null): string {
  if (field.namesResource && value) return titleOf(String(value))
  return fieldText(field, value, reader, text)
}

/** A value in its row: a state as its declaration says it. */
export const textInRow = ({ says }: Pick<Resource, 'says'>, row: ApiRow, name: string, field: Field): string =>
  says?.[name]?.(row, reader) ?? valueText(field, row[name], textOf(row, name, field))

/** What a value cannot say alone: the text of a reference, the year of a month. */
export function textOf(row: Pick<ApiRow, 'texts'> & Record<string, unknown>, name: string, field: Field) {
  const fy = field.monthOf && row[field.monthOf]
  return typeof fy === 'string' && isFy(fy) ? monthText(monthOfFy(fy, Number(row[name]))) : row.texts?.[name]
}

/** The text of a row: its display fields, joined as the declaration says. */
export function rowText(resource: Resource, row: Record<string, unknown> & { texts?: ApiRow['texts'] }): string {
  return resource.display
    .map(name => valueText(resource.fields[name]!, row[name], textOf(row, name, resource.fields[name]!)))
    .filter(Boolean)
    .join(' · ')
}
