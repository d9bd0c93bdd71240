import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { useMay } from '../../account/person.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { Opening } from '../../shell/use-quick-exit.ts'
import type { PlacedColumn } from '../list/columns.ts'
import { useExport } from '../list/export-menu.tsx'
import type { Look } from '../list/list-look.tsx'
import type { ListState } from '../list/list-state.ts'
import { MenuButton } from '../menu-button.tsx'

const MailDialog = lazy(() => import('./mail-dialog.tsx'))
const PrintDialog = lazy(() => import('../list/print-dialog.tsx'))

/** What is done with a report as it is shown: taken as a file, printed, mailed. */
export default function ReportMore({
  report,
  state,
  columns,
  looks,
}: {
  report: Resource
  state: ListState
  columns: readonly PlacedColumn[]
  looks: readonly Look[]
}) {
  const may = useMay()
  const { busy, take } = useExport(report, state)
  const [mailing, setMailing] = useState(false)
  const [printing, setPrinting] = useState(false)
  const names = columns.filter(({ shown }) => shown).map(({ name }) => name)
  const files = (['xlsx', 'csv', 'pdf'] as const).map(format => ({
    key: format,
    label: `Export to ${{ xlsx: 'Excel (.xlsx)', csv: 'CSV', pdf: 'PDF' }[format]}`,
    onClick: () => void take({ format, columns: names }),
  }))
  const items = [
    ...(may('export', report.path) ? files : []),
    { key: 'print', label: 'Print …', onClick: () => setPrinting(true) },
    { key: 'mail', label: 'Mail or schedule …', onClick: () => setMailing(true) },
    ...looks.map(({ key, label, onClick }) => ({ key, label, onClick })),
  ]
  return (
    <>
      <MenuButton menu={{ items }}>
        <Button aria-haspopup="menu" loading={busy}>
          More <Icon name="down" size={11} />
        </Button>
      </MenuButton>
      <Suspense fallback={mailing && <Opening onClose={() => setMailing(false)} />}>
        {printing && <PrintDialog {...{ resource: report, state, columns }} onClose={() => setPrinting(false)} />}
        {mailing && <MailDialog report={report} state={state} onClose={() => setMailing(false)} />}
      </Suspense>
    </>
  )
}
