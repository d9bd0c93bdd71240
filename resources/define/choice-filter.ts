import type { Field } from './fields.ts'
import type { RowValues } from './row-values.ts'

type Plain = string | number | boolean

/** The name of the field that a value such as `$customerId` stands for: the choice depends on that field of the same row. */
export const dependsOn = (value: string | boolean): string | undefined =>
  typeof value === 'string' && value.startsWith('$') ? value.slice(1) : undefined

/** The rows that a reference may name in a row with these values; a field it depends on is null while it is empty. */
export const choiceFilter = ({ where }: Field, row: RowValues): Record<string, Plain | null> =>
  Object.fromEntries(
    Object.entries(where ?? {}).map(([column, value]) => {
      const other = dependsOn(value)
      return [column, other === undefined ? value : ((row[other] as Plain | undefined) ?? null)]
    }),
  )
