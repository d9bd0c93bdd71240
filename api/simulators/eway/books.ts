import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A vehicle entered on a simulated e-way bill. */
export interface EnteredVehicle {
  vehicleNo: string
  fromPlace: string
  tripshtNo: number
  userGSTINTransin: string
  enteredDate: string
  groupNo: string
}

/** A simulated e-way bill. */
export interface SimulatedBill {
  ewbNo: number
  gstin: string
  docType: string
  docNo: string
  docDate: string
  toGstin: string
  totInvValue: number
  irn: string | null
  transporterId: string
  km: number
  kmADay: number
  generatedAt: string
  validUpto: string | null
  status: 'ACT' | 'CNL' | 'CLS'
  rejectStatus: 'Y' | 'N'
  verified: boolean
  extendedTimes: number
  transMode: string
  vehicles: EnteredVehicle[]
}

/** A consolidated e-way bill: its number is used once, each new vehicle makes another. */
export interface TripSheet {
  no: number
  bills: number[]
  replaced: boolean
}

/** The books of the simulated portal: it does not forget an e-way bill because the portal was restarted. */
export function ewayBooks(file: string) {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('pragma journal_mode = wal; pragma synchronous = normal;')
  db.exec(
    'create table if not exists entry (kind text not null, no text not null, value text not null, primary key (kind, no))',
  )
  const put = (kind: string, no: string, value: unknown) =>
    void db
      .prepare('insert into entry (kind, no, value) values (?, ?, ?) on conflict do update set value = excluded.value')
      .run(kind, no, JSON.stringify(value))
  const get = <Value>(kind: string, no: string): Value | null => {
    const row = db.prepare('select value from entry where kind = ? and no = ?').get(kind, no)
    return row ? (JSON.parse(String(row.value)) as Value) : null
  }
  const all = <Value>(kind: string) =>
    db
      .prepare('select value from entry where kind = ?')
      .all(kind)
      .map(row => JSON.parse(String(row.value)) as Value)
  const next = (kind: string, first: number) => {
    const no = (get<number>('next', kind) ?? first - 1) + 1
    put('next', kind, no)
    return no
  }
  return {
    bill: (no: unknown) => get<SimulatedBill>('bill', String(no)),
    bills: () => all<SimulatedBill>('bill'),
    keepBill: (bill: SimulatedBill) => put('bill', String(bill.ewbNo), bill),
    sheet: (no: unknown) => get<TripSheet>('sheet', String(no)),
    keepSheet: (sheet: TripSheet) => put('sheet', String(sheet.no), sheet),
    nextBill: () => next('bill', 291_010_000_001),
    nextSheet: () => next('sheet', 3_810_000_001),
    nextGroup: () => next('group', 1),
    key: () => get<string>('key', 'private'),
    keepKey: (pem: string) => put('key', 'private', pem),
    close: () => db.close(),
  }
}
export type EwayBooks = ReturnType<typeof ewayBooks>
