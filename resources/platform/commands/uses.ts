import { command } from '../../define/command.ts'
import { flag, integer, text } from '../../define/fields.ts'
import { many, type Read } from '../../define/shape.ts'

const room = 'Uses of rows'
const path = text()
const field = text()
const count = integer({ min: 0 })
const row = { resource: text({ hint: 'The path of a list, such as masters/zone-area' }), rowId: integer({ min: 1 }) }
const MOST_FIELDS = 500

const use = {
  ...{ resource: text(), path, title: text(), count },
  field: text({ hint: 'The field that refers to the row' }),
  label: text({ hint: 'The label of the field' }),
}
/** Rows of one resource that still refer to a row. */
export type RowUse = Read<typeof use>

export const countUses = command('GET uses', {
  room,
  summary: 'How many rows refer to a row, by list, for who may deactivate it',
  who: 'signed in',
  body: row,
  answer: { data: many(use, { most: MOST_FIELDS }) },
})

const relatedCount = { path, field, count }
/** How many rows of a related list refer to a row. */
export type RelatedCount = Read<typeof relatedCount>

export const countRelated = command('GET related-counts', {
  room,
  summary: 'How many active rows of each list that you read name a row, as these lists count them',
  who: 'signed in',
  body: row,
  answer: { data: many(relatedCount, { most: MOST_FIELDS }) },
})

export const replaceRow = command('POST uses', {
  room,
  summary: 'Makes all rows that refer to a row refer to another, and deactivates it if asked; all or nothing',
  who: 'signed in',
  body: {
    ...row,
    to: integer({ min: 1, label: 'Replacement row' }),
    deactivate: flag(),
    why: text({ max: 500, optional: true, long: true }),
  },
  answer: { moved: count },
  example: { resource: 'masters/zone-area', rowId: 3, to: 4, deactivate: true },
})
