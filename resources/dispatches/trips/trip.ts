import { trips } from '../../access.ts'
import { choice, flag, instant, integer, money, reference, text } from '../../define/fields.ts'
import { openWhile, statusField } from '../../define/process/states.ts'
import { stepAction } from '../../define/process/step-action.ts'
import { type Row, record } from '../../define/resource.ts'
import { state } from '../../masters/state.ts'
import { transporter } from '../../masters/transporter.ts'
import { plant } from '../../settings/plant.ts'
import { vehicleReasons, wordsOf } from '../eway/kinds.ts'
import { tripProcess } from './trip-process.ts'
import { vehicleType } from './vehicle-types.ts'

const plate = { max: 15, format: 'vehicle' } as const
const driver = {
  driverName: text({ max: 60, label: 'Driver' }),
  driverMobile: text({ max: 10, format: 'mobile', label: 'Mobile of the driver' }),
  driverLicence: text({
    max: 20,
    optional: true,
    label: 'Driving licence',
    hint: 'Finds the driver’s training for hazardous goods',
  }),
}
const at = (label: string) => instant({ optional: true, label, hint: 'Empty for now' })

/** One vehicle with the goods of many LRs, from the gate to its last stop. */
export const trip = record({
  path: 'dispatches/trips',
  name: 'trip',
  title: 'Trips',
  one: 'trip',
  purpose: 'Vehicles with the goods of many LRs: asked for, at the gate, on their way.',
  fields: {
    tripNo: text({ max: 12, unique: true, label: 'Trip' }),
    plantId: reference(plant),
    isOwnVehicle: flag({ label: 'Our own vehicle' }),
    transporterId: reference(transporter, { optional: true }),
    vehicleType: vehicleType(),
    plannedAt: instant({ label: 'Planned for' }),
    vehicleNo: text({ ...plate, optional: true, label: 'Vehicle' }),
    driverName: text({ max: 60, optional: true, label: 'Driver' }),
    driverMobile: text({ max: 10, format: 'mobile', optional: true, label: 'Mobile of the driver' }),
    driverLicence: text({ max: 20, optional: true, label: 'Driving licence' }),
    status: statusField(tripProcess),
    gateInAt: instant({ optional: true, label: 'Gate in' }),
    loadedAt: instant({ optional: true, label: 'Loaded' }),
    packagesLoaded: integer({ min: 1, optional: true, label: 'Packages loaded' }),
    gateOutAt: instant({ optional: true, label: 'Gate out' }),
    sealNo: text({ max: 30, optional: true, label: 'Seal' }),
    returnedAt: instant({ optional: true, label: 'Returned' }),
    agreedFreight: money({ min: 0, optional: true, label: 'Agreed freight' }),
    freeHours: integer({ min: 0, max: 240, optional: true, label: 'Free hours', hint: 'At the gate and at each stop' }),
    detentionPerHour: money({ min: 0, optional: true, label: 'Detention per hour' }),
    detentionCap: money({ min: 0, optional: true, label: 'Detention at most' }),
    reason: text({ audience: 'readers', max: 255, optional: true, label: 'Reason' }),
  },
  key: ['tripNo'],
  leads: ['plannedAt', 'status', 'vehicleNo', 'tripNo', 'transporterId', 'plantId'],
  sections: {
    Vehicle: [
      'isOwnVehicle',
      'transporterId',
      'vehicleType',
      'vehicleNo',
      'driverName',
      'driverMobile',
      'driverLicence',
    ],
    'At the gate': ['plannedAt', 'gateInAt', 'loadedAt', 'packagesLoaded', 'gateOutAt', 'sealNo', 'returnedAt'],
    Terms: ['agreedFreight', 'freeHours', 'detentionPerHour', 'detentionCap', 'reason'],
  },
  list: ['tripNo', 'plannedAt', 'plantId', 'transporterId', 'vehicleNo', 'status'],
  filters: ['status', 'plantId', 'transporterId', 'plannedAt', 'vehicleNo'],
  search: ['tripNo', 'vehicleNo'],
  sort: ['-id'],
  indexes: [['plantId', 'status'], ['transporterId', 'status'], ['vehicleNo', 'status'], ['plannedAt']],
  actions: {
    gateIn: stepAction(tripProcess, 'gateIn', { inputs: { at: at('Gate in') } }),
    beginLoading: stepAction(tripProcess, 'beginLoading'),
    finishLoading: stepAction(tripProcess, 'finishLoading', {
      done: 'The goods are loaded',
      inputs: {
        packagesLoaded: integer({ min: 1, label: 'Packages loaded', hint: 'As counted at the vehicle' }),
        reason: text({
          max: 255,
          optional: true,
          label: 'Why not all',
          hint: 'Where they are not as many as the LRs say',
        }),
        at: at('Loaded'),
      },
    }),
    gateOut: stepAction(tripProcess, 'gateOut', {
      done: 'The vehicle is on its way',
      inputs: { sealNo: text({ max: 30, label: 'Seal' }), at: at('Gate out') },
    }),
    place: stepAction(tripProcess, 'place', {
      inputs: { vehicleNo: text({ ...plate, label: 'Vehicle' }), ...driver },
    }),
    reload: stepAction(tripProcess, 'reload'),
    changeVehicle: stepAction(tripProcess, 'changeVehicle', {
      done: 'All its LRs are on the new vehicle',
      inputs: {
        vehicleNo: text({ ...plate, label: 'New vehicle' }),
        ...driver,
        place: text({ max: 50, label: 'Place', hint: 'Where the goods were moved over' }),
        stateId: reference(state, { label: 'State' }),
        pincode: text({ max: 6, format: 'pincode', optional: true, label: 'PIN code' }),
        at: at('When'),
        reasonCode: choice(
          Object.keys(vehicleReasons).filter(one => one !== 'FIRST'),
          {
            label: 'Why',
            words: wordsOf(vehicleReasons),
          },
        ),
        remark: text({ max: 50, label: 'In words' }),
      },
    }),
    returned: stepAction(tripProcess, 'returned', { when: { returnedAt: null }, inputs: { at: at('Returned') } }),
    cancel: stepAction(tripProcess, 'cancel', {
      inputs: { reason: text({ max: 255, label: 'Why' }) },
      confirm: 'Its LRs are free for another trip.',
    }),
  },
  access: trips,
  openIf: openWhile(tripProcess),
  within: { DISPATCH: { plantId: 'myPlants' }, TRANSPORTER: { transporterId: 'ownTransporter' } },
})

export type Trip = Row<typeof trip>
