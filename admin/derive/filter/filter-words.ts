import type { Field } from '../../../resources/define/fields.ts'
import type { ColumnFilter } from '../../../resources/platform/column-filter.ts'

export type FilterOperator = ColumnFilter['operator']

const EMPTY: FilterOperator[] = ['null', 'nnull']

/** The operators for a field, the default one first. */
export function operatorsOf({ kind, optional }: Field): FilterOperator[] {
  const empty = optional ? EMPTY : []
  switch (kind) {
    case 'text':
      return ['contains', 'starts', 'eq', ...empty]
    case 'number':
      return ['between', ...empty]
    case 'date':
    case 'instant':
      return ['between', 'within', ...empty]
    case 'choice':
    case 'reference':
      return ['in', 'nin', ...empty]
    case 'list':
      return ['contains']
    default:
      return ['eq']
  }
}

/** The label of each operator. */
export const operatorText: Record<FilterOperator, string> = {
  contains: 'contains',
  starts: 'starts with',
  eq: 'is',
  between: 'from – to',
  within: 'is in',
  in: 'any of',
  nin: 'none of',
  null: 'is empty',
  nnull: 'is not empty',
}

/** The filter with another operator; undefined where the value does not fit it. */
export function withOperator(
  name: string,
  operator: FilterOperator,
  filter: ColumnFilter | undefined,
): ColumnFilter | undefined {
  if (operator === 'null' || operator === 'nnull') return { field: name, operator, value: true }
  if (!filter) return undefined
  const alike = [
    ['contains', 'starts', 'eq'],
    ['in', 'nin'],
  ].find(kind => kind.includes(operator) && kind.includes(filter.operator))
  return alike && ({ ...filter, operator } as ColumnFilter)
}
