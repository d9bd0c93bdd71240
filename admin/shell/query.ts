import type { CrudFilter, CrudFilters, CrudSort, Pagination } from '@refinedev/core'

type Query = Record<string, unknown>

const operators: Record<string, string> = {
  ne: '$ne',
  gt: '$gt',
  gte: '$gte',
  lt: '$lt',
  lte: '$lte',
  in: '$in',
  nin: '$nin',
  contains: '$contains',
  startswith: '$starts',
}

/** Refine's filters, sorters and page as the API's query: `name[$contains]=vrl&$sort[code]=1&$limit=20&$skip=0`. */
export function queryFrom(request: { filters?: CrudFilters; sorters?: CrudSort[]; pagination?: Pagination }): Query {
  const conditions = (request.filters ?? []).filter(isSet).map(conditionFrom)
  const { currentPage = 1, pageSize = 20, mode } = request.pagination ?? {}
  return {
    ...joined(conditions),
    ...(mode === 'off' ? {} : { $limit: pageSize, $skip: (currentPage - 1) * pageSize }),
    ...(request.sorters?.length
      ? { $sort: Object.fromEntries(request.sorters.map(({ field, order }) => [field, order === 'asc' ? 1 : -1])) }
      : {}),
  }
}

const isSet = ({ operator, value }: CrudFilter) =>
  operator === 'null' ||
  operator === 'nnull' ||
  !(value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))

function conditionFrom(filter: CrudFilter): Query {
  if (filter.operator === 'or' || filter.operator === 'and') {
    return { [`$${filter.operator}`]: filter.value.filter(isSet).map(conditionFrom) }
  }
  const { field, operator, value } = filter as { field: string; operator: string; value: unknown }
  if (operator === 'eq') return { [field]: value }
  if (operator === 'null') return { [field]: 'null' }
  if (operator === 'nnull') return { [field]: { $ne: 'null' } }
  if (operator === 'between') return between(field, value as [unknown, unknown])
  const apiOperator = operators[operator]
  if (!apiOperator) throw new Error(`The API has no filter “${operator}”`)
  return { [field]: { [apiOperator]: value } }
}

/** Either end of a range may be open. */
const between = (field: string, [from, to]: [unknown, unknown]): Query => ({
  [field]: { ...(from === null ? {} : { $gte: from }), ...(to === null ? {} : { $lte: to }) },
})

/** One object where each condition is on another field, else a list of conditions that must all hold. */
function joined(conditions: Query[]): Query {
  const names = conditions.flatMap(condition => Object.keys(condition))
  return new Set(names).size === names.length ? Object.assign({}, ...conditions) : { $and: conditions }
}
