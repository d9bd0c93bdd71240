import { parse } from 'csv-parse/sync'
import { errorIn } from '../../../resources/define/sheet/damage.ts'
import { formulaFault } from '../../../resources/define/sheet/sheet.ts'
import { readDay } from '../../../resources/define/sheet/sheet-day.ts'
import { withoutGroups } from '../../../resources/define/sheet/sheet-number.ts'
import type { ColumnWriting } from '../../../resources/define/sheet/sheet-reading.ts'
import { plainText, tidyText } from '../../../resources/define/sheet/signs.ts'
import type { PodBatchFile } from '../../../resources/dispatches/pods/pod-batch.ts'
import { readFileName } from '../../../resources/dispatches/pods/pod-file-name.ts'
import { ColumnsSeen } from '../../derive/sheets/columns-seen.ts'

/** What `pod.csv` says about the PODs sent with it. */
export interface PodSheet {
  /** Sentences about the sheet as a whole. */
  warnings: string[]
  /** What it says about a file, by its name; undefined where it says nothing. */
  rowFor: (fileName: string) => PodSheetRow | undefined
}

type PodSheetRow = Partial<
  Pick<PodBatchFile, 'deliveredOn' | 'receivedBy' | 'packagesReceived' | 'shortagePackages' | 'damagePackages'>
> & {
  /** Why the row cannot be taken as it is. */
  fault?: string
}

const COLUMNS = [
  'lr_no',
  'transporter_code',
  'delivered_on',
  'received_by',
  'packages_received',
  'shortage_packages',
  'damage_packages',
] as const
type Column = (typeof COLUMNS)[number]

/** The name of the sheet within an upload. */
export const isPodSheet = (name: string) => /(^|\/)pod\.csv$/i.test(name)

export const noSheet: PodSheet = { warnings: [], rowFor: () => undefined }

const plain = (heading: string) => plainText(heading).toLowerCase().replace(/\s+/g, '_')
const keyOf = (lrNo: string, code: string | null) =>
  plainText(`${lrNo.replaceAll('/', '-')}|${code ?? ''}`).toUpperCase()

/** Reads `pod.csv`: one row for each LR, with the columns of the upload. An unreadable sheet is a warning. */
export function readPodSheet(bytes: Buffer): PodSheet {
  let records: Record<string, string>[]
  let headings: string[] = []
  try {
    records = parse(bytes, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      columns: (found: string[]) => {
        headings = found.map(plain)
        return headings
      },
    })
  } catch {
    return { ...noSheet, warnings: ['pod.csv cannot be read: save it as CSV with commas.'] }
  }
  if (!headings.includes('lr_no'))
    return { ...noSheet, warnings: ['pod.csv has no column lr_no, so nothing of it is read.'] }
  const odd = headings.filter(heading => heading !== '' && !(COLUMNS as readonly string[]).includes(heading))
  const rows = new Map<string, PodSheetRow>()
  const warnings = odd.length > 0 ? [`pod.csv has columns that are not read: ${odd.slice(0, 5).join(', ')}.`] : []
  const days = new ColumnsSeen()
  for (const { delivered_on = '' } of records) days.add([delivered_on])
  for (const record of records as Partial<Record<Column, string>>[]) {
    const key = keyOf(record.lr_no ?? '', record.transporter_code || null)
    if (rows.has(key)) warnings.push(`pod.csv names LR ${record.lr_no} twice: its last row counts.`)
    rows.set(key, rowOf(record, days.of(0)))
  }
  const rowFor = (fileName: string) => {
    const { numbers } = readFileName(fileName)
    for (const { lrNo, transporterCode } of numbers) {
      const found = rows.get(keyOf(lrNo, transporterCode)) ?? (transporterCode && rows.get(keyOf(lrNo, null)))
      if (found) return found
    }
    // A sheet may name the transporter where the file does not.
    for (const { lrNo } of numbers) {
      const named = [...rows].filter(([key]) => key.startsWith(keyOf(lrNo, null)))
      if (named.length === 1) return named[0]![1]
    }
    return undefined
  }
  return { warnings: warnings.slice(0, 20), rowFor }
}

function rowOf(record: Partial<Record<Column, string>>, days: ColumnWriting): PodSheetRow {
  const row: PodSheetRow = {}
  if (record.delivered_on) {
    const day = readDay(record.delivered_on, days)
    if ('value' in day) row.deliveredOn = day.value as string
    else row.fault = `Delivered on of pod.csv, ${record.delivered_on.slice(0, 20)}, ${day.fault[1]}`
  }
  if (record.received_by) {
    if (errorIn(record.received_by)) row.fault = `received_by of pod.csv ${formulaFault(record.received_by)}`
    else row.receivedBy = tidyText(record.received_by).slice(0, 60)
  }
  const counts = {
    packages_received: 'packagesReceived',
    shortage_packages: 'shortagePackages',
    damage_packages: 'damagePackages',
  } as const
  for (const [column, name] of Object.entries(counts) as [
    keyof typeof counts,
    (typeof counts)[keyof typeof counts],
  ][]) {
    const text = withoutGroups(plainText(record[column] ?? ''))
    if (!text) continue
    if (/^\d{1,6}$/.test(text)) row[name] = Number(text)
    else row.fault = `${column} of pod.csv must be a whole number, not ${text.slice(0, 20)}`
  }
  return row
}
