import { dispatches } from '../../access.ts'
import { file, integer, reference } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { lr } from '../lr.ts'
import { withinLrs } from '../scopes.ts'
import { pod } from './pod.ts'
import { MOST_PAGES } from './pod-file-name.ts'

const ofCounting = { lrId: 'lrsInMyScope', podId: 'countingPods' } as const

/** A photo or scan of a proof of delivery, in its place among the pages. It repeats the LR, which scopes need. */
export const podPage = record({
  path: 'pod-pages',
  name: 'pod-page',
  title: 'Pages of Proofs of Delivery',
  purpose: 'The photos and scans of each proof of delivery, in order.',
  fields: {
    podId: reference(pod, { label: 'Proof of delivery' }),
    lrId: reference(lr),
    pageNo: integer({ min: 1, max: MOST_PAGES, label: 'Page' }),
    attachmentId: file({ label: 'Photo or scan' }),
    quarterTurns: integer({
      min: 0,
      max: 3,
      default: 0,
      label: 'Quarter turns',
      hint: 'Turns to the right that make it upright',
    }),
  },
  key: ['podId', 'pageNo'],
  display: ['podId', 'pageNo'],
  list: ['podId', 'lrId', 'pageNo', 'attachmentId', 'quarterTurns'],
  filters: ['podId', 'lrId'],
  search: [],
  sort: ['podId', 'pageNo'],
  indexes: [['lrId'], ['attachmentId']],
  access: dispatches,
  within: { ...withinLrs, CUSTOMER: ofCounting, DISTRIBUTOR: ofCounting },
})

export type PodPage = Row<typeof podPage>
