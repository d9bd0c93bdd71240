import { Button } from 'antd'
import { useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { Modal } from '../../shell/modal.tsx'
import PrintedRows from '../report/printed-rows.tsx'
import type { PlacedColumn } from './columns.ts'
import type { ListState } from './list-state.ts'

/** Asks what of a list is printed: the rows of the page, or all that its filter leaves. */
export default function PrintDialog({
  resource,
  state,
  columns,
  onClose,
}: {
  resource: Resource
  state: ListState
  columns: readonly PlacedColumn[]
  onClose: () => void
}) {
  const [all, setAll] = useState(false)
  return (
    <>
      <Modal
        open
        title={`Print ${resource.title}`}
        onCancel={onClose}
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              onClick={() => {
                window.print()
                onClose()
              }}
            >
              Print this page
            </Button>
            <Button type="primary" loading={all} onClick={() => setAll(true)}>
              Print all rows
            </Button>
          </>
        }
      >
        Every column of the view comes to paper. All rows are those of the filter, up to 2,000.
      </Modal>
      {all && <PrintedRows {...{ resource, state, columns }} onDone={onClose} />}
    </>
  )
}
