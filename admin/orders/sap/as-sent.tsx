import { Button, Modal } from 'antd'
import { useState } from 'react'

/** Shows what was sent to SAP for an order. */
export function AsSent({ orderNo, payload }: { orderNo: string; payload: unknown }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        As sent<span className="for-readers"> {orderNo}</span>
      </Button>
      {open && (
        <Modal
          open
          width={720}
          title={`${orderNo} as it is sent`}
          footer={<Button onClick={() => setOpen(false)}>Close</Button>}
          onCancel={() => setOpen(false)}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
          <pre className="sent-text" tabIndex={0}>
            {JSON.stringify(payload, null, 2)}
          </pre>
        </Modal>
      )}
    </>
  )
}
