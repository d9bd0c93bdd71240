import { choice, integer } from '../define/fields.ts'
import { ageBuckets, bucketNames } from './outstanding.ts'

/** How old an open item is on the day it is read. */
export const ageColumns = {
  daysOverdue: integer({ label: 'Days overdue' }),
  bucket: choice(ageBuckets, { label: 'Age', words: { staff: bucketNames, buyer: {} } }),
}
