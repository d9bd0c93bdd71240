import { flag, integer, text } from '../../../resources/define/fields.ts'
import type { RowUse } from '../../../resources/platform/uses.ts'
import type { RelatedCount } from '../../../resources/related-lists.ts'
import { answerOf, bodyOf, listOf, maybe, type Routes } from '../docs/route.ts'

const TAG = 'Uses of rows'

const row = { resource: text({ hint: 'The path of a list, such as masters/zone-area' }), rowId: integer({ min: 1 }) }

/** Where a row is used, how many rows of each list name it, and how another takes its place. */
export const useRoutes: Routes = {
  'GET uses': {
    tag: TAG,
    summary: 'How many rows refer to a row, by list, for who may deactivate it',
    query: row,
    answer: answerOf({
      data: listOf(
        answerOf<RowUse>({
          resource: text(),
          path: text(),
          title: text(),
          field: text(),
          label: text(),
          count: integer(),
        }),
      ),
    }),
  },
  'GET related-counts': {
    tag: TAG,
    summary: 'How many active rows of each list that you read name a row, as these lists count them',
    query: row,
    answer: answerOf({
      data: listOf(answerOf<RelatedCount>({ path: text(), field: text(), count: integer() })),
    }),
  },
  'POST uses': {
    tag: TAG,
    summary: 'Makes all rows that refer to a row refer to another, and deactivates it if asked; all or nothing',
    body: bodyOf({
      ...row,
      to: integer({ min: 1 }),
      deactivate: maybe(flag()),
      why: text({ max: 500, optional: true }),
    }),
    answer: answerOf({ moved: integer() }),
    examples: { body: { resource: 'masters/zone-area', rowId: 3, to: 4, deactivate: true } },
  },
}
