import { useParams } from 'react-router'
import type { SapColumn, SapSheet } from '../../resources/uploads/sap/sap-sheet.ts'
import { sapSheets } from '../../resources/uploads/sap/sap-sheets.ts'
import ImportPage from '../derive/import/import-page.tsx'
import { FactList } from '../shell/fact-list.tsx'
import NotFound from '../shell/not-found.tsx'
import './import-sap-file.css'

/** Reads one of SAP's objects from a file whose columns bear SAP's field names. */
export default function ImportSapFile() {
  const { file } = useParams()
  const sapSheet = sapSheets.find(({ sheet }) => sheet.path === `masters/read-data-from-sap/${file}`)
  if (!sapSheet) return <NotFound />
  const { sheet, columns } = sapSheet
  return (
    <ImportPage
      key={sheet.path}
      resource={sheet}
      list={{ title: 'Read Data From SAP', path: '/masters/read-data-from-sap' }}
      extraFields={
        <section className="sap-file" aria-label="Columns of the file">
          <p>{sheet.purpose}</p>
          <p className="quiet">
            Every row is checked as if it were read from SAP. Columns not in the file are unchanged.
          </p>
          <FactList facts={factsOf(columns)} />
        </section>
      }
    />
  )
}

/** Which columns the file has, by the names of SAP, and how their cells are written. */
function factsOf(columns: SapSheet['columns']): [string, string][] {
  const all = Object.entries(columns)
  const named = (isNeeded: boolean) =>
    all
      .filter(([, { field }]) => !field.optional === isNeeded)
      .map(([name]) => name)
      .join(', ')
  const written = (of: SapColumn['kind'], how: string) => (all.some(([, { kind }]) => kind === of) ? how : '')
  return [
    ['Needed columns', named(true)],
    ['Other columns', named(false)],
    ['Numbers', written('number', '1234.50, -12.00 or 12.00-')],
    ['Days', written('day', '20261123, 2026-11-23 or 23.11.2026')],
    ['Marks', written('flag', 'X, or leave empty')],
  ]
}
