import { transporterFleet } from '../access.ts'
import { date, reference, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { transporter } from './transporter.ts'

/** A driver of a transporter, with the day until when the training for hazardous goods counts (CMVR rule 9: a year). */
export const transporterDriver = resource({
  group: 'masters',
  name: 'transporter-driver',
  title: 'Drivers Of Transporters',
  one: 'driver',
  purpose: 'Drivers and their training for hazardous goods.',
  fields: {
    licenceNo: text({ max: 20, audience: 'readers', label: 'Driving licence' }),
    name: text({ max: 60, audience: 'readers' }),
    mobile: text({ max: 10, format: 'mobile' }),
    transporterId: reference(transporter),
    hazardTill: date({
      optional: true,
      label: 'Hazard training until',
      hint: 'Three days at first, then one day a year',
    }),
  },
  key: ['licenceNo'],
  display: ['licenceNo', 'name'],
  list: ['licenceNo', 'name', 'mobile', 'transporterId', 'hazardTill'],
  filters: ['transporterId', 'hazardTill'],
  search: ['licenceNo', 'name', 'mobile'],
  sort: ['licenceNo'],
  access: transporterFleet,
  everyRow: ['DISPATCH'],
  within: { TRANSPORTER: { transporterId: 'ownTransporter' } },
})

export type TransporterDriver = Row<typeof transporterDriver>
