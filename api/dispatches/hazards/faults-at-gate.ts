import type { Knex } from 'knex'
import {
  type GateWords,
  gateWords,
  type KeptPaper,
  type Leaving,
} from '../../../resources/dispatches/hazards/hazard-of-goods.ts'
import type { SegregationRule } from '../../../resources/dispatches/hazards/segregation.ts'
import { hazardSegregation } from '../../../resources/masters/hazard-segregation.ts'
import { transporterDriver } from '../../../resources/masters/transporter-driver.ts'
import { transporterVehicle } from '../../../resources/masters/transporter-vehicle.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type CareOnTheWay, goodsOfLrs, hazardsOf } from './hazards-of-lrs.ts'

/** Goods of LRs that leave on one vehicle on a day. */
export interface AtGate {
  lrIds: readonly number[]
  vehicleNo: string | null
  driverLicence: string | null
  transporterId: number | null
  day: string
}

/** Why hazardous goods of LRs may not leave together on this vehicle, and what to know of them. */
export async function faultsAtGate(db: Knex, gate: AtGate): Promise<GateWords> {
  const care = await hazardsOf(db, await goodsOfLrs(db, gate.lrIds))
  if (care.hazardous.length === 0) return { refusals: [], warnings: [] }
  const [way] = await db('lr')
    .whereIn('id', [...gate.lrIds])
    .orderBy('expectedDeliveryDate', 'desc')
    .limit(1)
    .select('transMode', 'expectedDeliveryDate')
  return wordsOf(db, care, {
    mode: way.transMode,
    transporter:
      gate.transporterId === null
        ? null
        : await db('transporter')
            .where('id', gate.transporterId)
            .first('name', 'carriesHazard')
            .then(row => ({ name: row.name, carriesHazard: Boolean(row.carriesHazard) })),
    papers: await papersOf(db, gate),
    day: gate.day,
    expectedDeliveryDate: way.expectedDeliveryDate,
  })
}

/** What the gate will say of goods that are only about to be booked: no vehicle and no transporter are known yet. */
export const wordsBefore = (
  db: Knex,
  care: CareOnTheWay,
  way: Pick<Leaving, 'mode' | 'day' | 'expectedDeliveryDate'>,
): Promise<GateWords> => wordsOf(db, care, { ...way, transporter: null, papers: [] })

async function wordsOf(
  db: Knex,
  { hazardous: goods, drugs }: CareOnTheWay,
  leaving: Omit<Leaving, 'goods' | 'drugs' | 'rules'>,
): Promise<GateWords> {
  if (goods.length === 0) return { refusals: [], warnings: [] }
  const rules: SegregationRule[] = await rowsOf(db, hazardSegregation, rows => rows.where('isActive', 1))
  return gateWords({ ...leaving, goods, drugs, rules })
}

/** The papers of the vehicle and the training of the driver, as far as the masters have them. */
async function papersOf(db: Knex, { vehicleNo, driverLicence }: AtGate): Promise<KeptPaper[]> {
  const [vehicle] = await rowsOf(db, transporterVehicle, rows =>
    rows.where({ vehicleNo: vehicleNo ?? '', isActive: 1 }),
  )
  const [driver] = await rowsOf(db, transporterDriver, rows =>
    rows.where({ licenceNo: driverLicence ?? '', isActive: 1 }),
  )
  return [
    ...(vehicle
      ? [
          { label: `Fitness of ${vehicle.vehicleNo}`, till: vehicle.fitnessTill },
          { label: `Permit of ${vehicle.vehicleNo}`, till: vehicle.permitTill },
          { label: `Insurance of ${vehicle.vehicleNo}`, till: vehicle.insuranceTill },
          { label: `PUC of ${vehicle.vehicleNo}`, till: vehicle.pucTill },
        ]
      : []),
    ...(driver ? [{ label: `Training of ${driver.name} for hazardous goods`, till: driver.hazardTill }] : []),
  ]
}
