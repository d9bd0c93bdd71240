import { today } from '../api/platform/clock.ts'
import { addDays, fyOf } from '../resources/define/dates.ts'
import { freightCharge } from '../resources/masters/freight-charge.ts'
import { freightContract } from '../resources/masters/freight-contract.ts'
import { freightRate } from '../resources/masters/freight-rate.ts'
import { fuelPrice } from '../resources/masters/fuel-price.ts'
import { gtaTaxChoice } from '../resources/masters/gta-tax-choice.ts'
import { plant } from '../resources/settings/plant.ts'
import { firstOfMonth, lastOfMonth } from './demo-days.ts'
import type { SeedWriter } from './seed-writer.ts'

/** Rates in paise a kilogram by contract, line, state, city, from and to in kg, minimum in rupees. */
// biome-ignore format: a table, one row a line
const rates = [
  ['FC-KONARK-01', 10, '27', null, 0, 100, 4_60, 350], ['FC-KONARK-01', 20, '27', null, 100, 500, 4_20, 350],
  ['FC-KONARK-01', 30, '27', null, 500, null, 3_85, 350], ['FC-KONARK-01', 40, '27', 'Pune', 0, null, 3_20, 250],
  ['FC-KONARK-01', 50, '30', null, 0, null, 6_80, 500],
  ['FC-DECCAN-01', 10, '29', null, 0, 100, 14_50, 600], ['FC-DECCAN-01', 20, '29', null, 100, 500, 12_25, 600],
  ['FC-DECCAN-01', 30, '33', null, 0, 500, 13_75, 600], ['FC-DECCAN-01', 40, '27', null, 0, 500, 11_00, 600],
] as const

/** The contracts of two transporters: one counts from today, the other is a draft. */
export async function writeFreightContracts({ write, amend }: SeedWriter): Promise<void> {
  await write(freightContract, [
    {
      contractNo: 'FC-KONARK-01',
      transporter: 'KONARK',
      kind: 'PARCEL',
      startsOn: today(),
      endsOn: lastOfMonth(11),
      slabRule: 'CHEAPER_NEXT',
      fuelBase: 92_40,
      fuelShare: 40_00,
    },
    {
      contractNo: 'FC-DECCAN-01',
      transporter: 'DECCANX',
      kind: 'PARCEL',
      startsOn: firstOfMonth(1),
      endsOn: lastOfMonth(12),
      volumetric: 'CFT',
      kgPerCft: 10,
      minKg: 20_000,
      fuelBase: 92_40,
      fuelShare: 40_00,
    },
  ])
  await write(
    freightRate,
    rates.map(([contract, lineNo, state, city, fromKg, toKg, rate, minimum]) => ({
      ...{ contract, lineNo, state, city, rate, minimum: minimum * 100 },
      ...{ fromKg: fromKg * 1000, toKg: toKg === null ? null : toKg * 1000 },
    })),
  )
  await write(freightCharge, [
    { contract: 'FC-KONARK-01', kind: 'DOCKET', basis: 'FLAT', rate: 50_00 },
    { contract: 'FC-KONARK-01', kind: 'DOOR', basis: 'PER_KG', rate: 75, minimum: 150_00 },
    { contract: 'FC-KONARK-01', kind: 'DETENTION', basis: 'PER_HOUR', rate: 150_00, cap: 3_600_00, freeHours: 24 },
    { contract: 'FC-DECCAN-01', kind: 'DOCKET', basis: 'FLAT', rate: 75_00 },
    { contract: 'FC-DECCAN-01', kind: 'FOV', basis: 'PCT_VALUE', rate: 10, minimum: 50_00 },
    { contract: 'FC-DECCAN-01', kind: 'ODA', basis: 'PER_KG', rate: 2_50, minimum: 500_00 },
    { contract: 'FC-DECCAN-01', kind: 'DOOR', basis: 'PER_KG', rate: 90 },
  ])
  await write(fuelPrice, [
    { month: firstOfMonth(-1), price: 94_10, source: 'Diesel, Mumbai' },
    { month: firstOfMonth(0), price: 97_62, source: 'Diesel, Mumbai' },
  ])
  await write(gtaTaxChoice, [
    { transporter: 'NARMADA', fy: fyOf(today()), gtaTaxMode: 'FORWARD_5', declaredOn: addDays(firstOfMonth(-1), -1) },
    { transporter: 'DECCANX', fy: fyOf(today()), gtaTaxMode: 'FORWARD_18' },
  ])
  await amend(plant, {
    '1201': { costCentre: 'LOG1201' },
    '1202': { costCentre: 'LOG1202' },
    '1203': { costCentre: 'LOG1203' },
    '1501': { costCentre: 'LOG1501' },
  })
  await amend(freightContract, { 'FC-KONARK-01': { status: 'APPROVED', approvedOn: today() } })
}
