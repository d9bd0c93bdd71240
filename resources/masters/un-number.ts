import { hazards } from '../access.ts'
import { choice, flag, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { classWords, hazardClassCodes, packingGroups } from '../dispatches/hazards/classes.ts'

const words = { staff: classWords, buyer: classWords }

/** Dangerous goods by law: their proper shipping name, class and packing group, as 49 CFR 172.101 lists them. */
export const unNumber = resource({
  group: 'masters',
  name: 'un-number',
  title: 'UN Numbers',
  one: 'UN number',
  purpose: 'Dangerous goods by UN number: proper shipping name, class, packing group, and whether they may fly.',
  fields: {
    unNo: text({ max: 6, format: 'unNumber', label: 'UN number' }),
    packingGroup: choice(packingGroups, { default: 'NONE', label: 'Packing group' }),
    properName: text({ max: 120, audience: 'readers', label: 'Proper shipping name' }),
    hazardClass: choice(hazardClassCodes, { label: 'Class', words }),
    subRisk: choice(hazardClassCodes, { optional: true, label: 'Subsidiary risk', words }),
    casNo: text({ max: 12, format: 'cas', optional: true, label: 'CAS number' }),
    airPassenger: flag({ label: 'Allowed on passenger aircraft' }),
    airCargo: flag({ label: 'Allowed on cargo aircraft' }),
  },
  key: ['unNo', 'packingGroup'],
  display: ['unNo', 'properName'],
  list: ['unNo', 'properName', 'hazardClass', 'subRisk', 'packingGroup', 'airCargo'],
  filters: ['hazardClass', 'packingGroup'],
  search: ['unNo', 'properName'],
  sort: ['unNo', 'packingGroup'],
  access: hazards,
  everyRow: ['DISPATCH'],
})

export type UnNumber = Row<typeof unNumber>
