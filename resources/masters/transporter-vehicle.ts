import { transporterFleet } from '../access.ts'
import { date, reference, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { transporter } from './transporter.ts'

const till = (label: string) => date({ optional: true, label })

/** A vehicle of a transporter, with the days until when its papers are valid. */
export const transporterVehicle = resource({
  group: 'masters',
  name: 'transporter-vehicle',
  title: 'Vehicles Of Transporters',
  one: 'vehicle',
  purpose: 'Vehicles with fitness, permit, insurance and PUC, looked at before hazardous goods leave.',
  fields: {
    vehicleNo: text({ max: 15, format: 'vehicle', label: 'Vehicle' }),
    transporterId: reference(transporter),
    fitnessTill: till('Fitness until'),
    permitTill: till('Permit until'),
    insuranceTill: till('Insurance until'),
    pucTill: till('PUC until'),
  },
  key: ['vehicleNo'],
  list: ['vehicleNo', 'transporterId', 'fitnessTill', 'permitTill', 'insuranceTill', 'pucTill'],
  filters: ['transporterId', 'fitnessTill', 'insuranceTill'],
  search: ['vehicleNo'],
  sort: ['vehicleNo'],
  access: transporterFleet,
  everyRow: ['DISPATCH'],
  within: { TRANSPORTER: { transporterId: 'ownTransporter' } },
})

export type TransporterVehicle = Row<typeof transporterVehicle>
