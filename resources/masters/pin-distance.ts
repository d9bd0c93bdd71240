import { organisation } from '../access.ts'
import { choice, integer, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'

/** How far two PIN codes are apart by road, either way, for e-way bills. */
export const pinDistance = resource({
  group: 'masters',
  name: 'pin-distance',
  title: 'PIN Distances',
  purpose: 'Km between two PIN codes, for e-way bills.',
  fields: {
    fromPin: text({ max: 6, format: 'pincode', label: 'From PIN code' }),
    toPin: text({ max: 6, format: 'pincode', label: 'To PIN code' }),
    km: integer({ min: 1, max: 4000, label: 'Km' }),
    source: choice(['PORTAL', 'IMPORT', 'TYPED'], {
      default: 'IMPORT',
      words: { staff: { PORTAL: 'The portal', IMPORT: 'Imported', TYPED: 'Typed' }, buyer: {} },
    }),
  },
  key: ['fromPin', 'toPin'],
  list: ['fromPin', 'toPin', 'km', 'source'],
  search: ['fromPin', 'toPin'],
  sort: ['fromPin', 'toPin'],
  indexes: [['toPin', 'fromPin']],
  rules: [
    {
      field: 'km',
      code: 'RANGE',
      message: 'must be at most 100 within one PIN code',
      check: ({ fromPin, toPin, km }) => fromPin !== toPin || km <= 100,
    },
  ],
  access: organisation,
  everyRow: ['DISPATCH'],
})

export type PinDistance = Row<typeof pinDistance>
