import { Input, Modal } from 'antd'
import { useState } from 'react'

/** Where a list is pasted on purpose, or typed on a phone: code and quantity, a row each. */
export function PasteBox({
  open,
  onPaste,
  onClose,
}: {
  open: boolean
  onPaste: (text: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  return (
    <Modal
      open={open}
      title="Paste a list"
      okText="Put on the order"
      onOk={() => {
        onPaste(text)
        setText('')
        onClose()
      }}
      onCancel={onClose}
    >
      <label htmlFor="paste-text">
        Product code and quantity, one product a row, as it comes from a sheet or a message
      </label>
      <Input.TextArea
        id="paste-text"
        autoFocus
        rows={10}
        value={text}
        placeholder={'LS-1001\t20\nLS-1002\t5'}
        onChange={event => setText(event.target.value)}
      />
      <p className="quiet">Rows that do not read in one way only stay beside the order for you to decide.</p>
    </Modal>
  )
}
