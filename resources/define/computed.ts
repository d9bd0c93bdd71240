import type { Field } from './fields.ts'

/**
 * Rows of another resource that refer to this one: a flag whether there are any, or, with `by`, the values they hold.
 */
interface RelatedRows {
  has: string
  /** The reference of those rows to this one; through others where it takes more: `userId.employeeId`. */
  link: string
  by?: string
  label?: string
}

/**
 * A column that is read and not stored: a field whose SQL is attached in the `room.ts` of its room, or a fact about other
 * rows.
 */
export type Computed = Field | RelatedRows

/**
 * `isPeso: has(pesoProducts, 'productId')`; `segmentId: has('customer-segment-map', 'customerId', { by: 'segmentId'
 * })`. Only rows count that are active and valid that day.
 */
export const has = (
  rows: { name: string } | string,
  link: string,
  more: Pick<RelatedRows, 'by' | 'label'> = {},
): RelatedRows => ({
  has: typeof rows === 'string' ? rows : rows.name,
  link,
  ...more,
})

export const isRelatedRows = (computed: Computed): computed is RelatedRows => 'has' in computed
