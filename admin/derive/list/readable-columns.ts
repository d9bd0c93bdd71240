import { columnOf, mayRead } from '../../../resources/columns.ts'
import type { Column } from '../../../resources/define/column.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { May } from '../../account/person.ts'

/** Those of the columns that the person may read on every row. */
export const readableColumns = (may: May, resource: Resource, names: readonly string[]): Column[] =>
  names.flatMap(name => {
    const column = columnOf(resource, name)
    return column && mayRead(column, (subject, field) => may('read', subject, field)) ? [column] : []
  })
