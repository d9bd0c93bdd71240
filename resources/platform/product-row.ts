import { logs } from '../access.ts'
import { integer, json, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'

/** A row that came with the portal, such as a mail template, as it was when it was last given to this database. */
export const productRow = record({
  path: 'product-rows',
  name: 'product-row',
  title: 'Rows of the Product',
  purpose: 'The mail templates, reasons, settings and other rows that came with the portal, and their last version.',
  fields: {
    entity: text({ max: 60, label: 'Master' }),
    rowKey: text({ max: 120, label: 'Row' }),
    entityId: integer({ optional: true, label: 'Row id', hint: 'None where the row could not be written' }),
    version: text({ max: 16 }),
    given: json<Record<string, unknown>>({ label: 'As it was given' }),
  },
  key: ['entity', 'rowKey'],
  list: ['entity', 'rowKey', 'version', 'createdAt'],
  access: logs,
})
