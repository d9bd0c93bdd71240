import { dispatches } from '../../access.ts'
import { integer, reference } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { lr } from '../lr.ts'
import { withinLrs } from '../scopes.ts'

/** Packages of one size on an LR, by which transporters charge the room that they take. */
export const lrPackage = record({
  path: 'lr-packages',
  name: 'lr-package',
  title: 'Sizes of Packages',
  one: 'size of packages',
  purpose: 'How many packages of which size are on each LR.',
  fields: {
    lrId: reference(lr),
    count: integer({ min: 1, max: 100_000, label: 'Packages' }),
    lengthCm: integer({ min: 1, max: 2_000, label: 'Length in cm' }),
    breadthCm: integer({ min: 1, max: 2_000, label: 'Breadth in cm' }),
    heightCm: integer({ min: 1, max: 2_000, label: 'Height in cm' }),
  },
  key: [],
  display: ['lrId', 'count'],
  list: ['lrId', 'count', 'lengthCm', 'breadthCm', 'heightCm'],
  filters: ['lrId'],
  search: [],
  sort: ['-id'],
  indexes: [['lrId']],
  access: dispatches,
  within: withinLrs,
  partOf: 'lrId',
})

export type LrPackage = Row<typeof lrPackage>
