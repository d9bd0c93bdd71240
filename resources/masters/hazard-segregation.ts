import { hazards } from '../access.ts'
import { choice, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { hazardSortCodes, hazardSorts } from '../dispatches/hazards/segregation.ts'

const words = { staff: hazardSorts, buyer: hazardSorts }

/** Which hazardous goods must not travel on one vehicle; the seeded rules follow 49 CFR 177.848. */
export const hazardSegregation = resource({
  group: 'masters',
  name: 'hazard-segregation',
  title: 'Hazard Segregation',
  one: 'segregation rule',
  purpose: 'Goods that must not, or should not, travel on one vehicle.',
  fields: {
    first: choice(hazardSortCodes, { label: 'Goods', words }),
    second: choice(hazardSortCodes, { label: 'With', words }),
    verdict: choice(['REFUSE', 'WARN'], {
      default: 'REFUSE',
      label: 'Together',
      words: { staff: { REFUSE: 'Refused', WARN: 'Warned of' }, buyer: {} },
    }),
    source: text({ max: 100, audience: 'readers', optional: true, label: 'Source' }),
  },
  key: ['first', 'second'],
  list: ['first', 'second', 'verdict', 'source'],
  filters: ['verdict'],
  search: ['source'],
  sort: ['first', 'second'],
  access: hazards,
  everyRow: ['DISPATCH'],
})

export type HazardSegregation = Row<typeof hazardSegregation>
