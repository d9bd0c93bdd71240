import { Button, type ModalProps } from 'antd'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { Modal } from '../../shell/modal.tsx'

/** What changes a value without an event of input: an option, a day, and the crosses that empty a box. */
const CHOICE = '.ant-select-item-option, .ant-select-clear, .ant-picker-cell, .ant-picker-clear'
const FIELD = 'input:not([type=hidden], [type=file], [disabled], [hidden]), textarea:not([disabled])'
/** A box for a remark has this many rows at most; in a larger one Enter begins a new line. */
const REMARK_ROWS = 3

/**
 * A dialog with fields: it begins in its first field, Enter does what its button says (Shift+Enter begins a line in a
 * remark), and Escape or a click beside it asks before anything entered is lost. `done` once nothing is to be lost.
 */
export function Dialog({
  children,
  onOk,
  onCancel,
  afterOpenChange,
  done = false,
  ...modal
}: ModalProps & { done?: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const entered = useRef(false)
  const [asking, setAsking] = useState(false)
  const isBusy = modal.confirmLoading || modal.okButtonProps?.disabled

  function leave(event: Parameters<NonNullable<ModalProps['onCancel']>>[0]) {
    const by = event.target instanceof Element ? event.target : null
    const isMeant = event.type === 'click' && by?.closest('.ant-modal-footer, .ant-modal-close, .ant-modal-body')
    if (entered.current && !done && !isMeant) return setAsking(true)
    entered.current = false
    setAsking(false)
    onCancel?.(event)
  }

  function focusFirst() {
    // Nor from a button of the dialog that was reached before it had opened.
    const buttons = box.current?.closest('.ant-modal')?.querySelector('.ant-modal-footer')
    if ([box.current, buttons].some(part => part?.contains(document.activeElement))) return
    box.current?.querySelector<HTMLElement>(FIELD)?.focus()
  }

  // The button that asked goes, and the focus with it: it returns to the fields.
  function goOn() {
    setAsking(false)
    box.current?.querySelector<HTMLElement>(FIELD)?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const at = event.target
    if (event.key === 'Enter' && at instanceof Element && at.closest('[role=combobox]')) entered.current = true
    if (event.key !== 'Enter' || event.shiftKey || event.defaultPrevented || event.nativeEvent.isComposing || isBusy)
      return
    if (!(at instanceof Element) || !box.current?.contains(at) || !isForEnter(at)) return
    if (at.form && at instanceof HTMLInputElement) return
    event.preventDefault()
    if (at.form) at.form.requestSubmit()
    else onOk?.(event as never)
  }

  return (
    <Modal
      {...modal}
      {...(onOk && { onOk })}
      begin={FIELD}
      onCancel={leave}
      afterOpenChange={open => {
        if (open) focusFirst()
        else entered.current = false
        afterOpenChange?.(open)
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens to what its fields do */}
      <div
        ref={box}
        onKeyDown={onKeyDown}
        onInput={() => {
          entered.current = true
        }}
        // The list of a box lies elsewhere in the page, but what is clicked in it arrives here.
        onClick={({ target }) => {
          if (target instanceof Element && target.closest(CHOICE)) entered.current = true
        }}
      >
        {children}
      </div>
      {asking && !done && (
        <div className="notice-box is-warning" role="alert">
          <p>Discard what you entered?</p>
          <span className="notice-actions">
            <Button autoFocus onClick={goOn}>
              Continue editing
            </Button>
            <Button onClick={event => leave(event as MouseEvent<HTMLButtonElement>)}>Discard</Button>
          </span>
        </div>
      )}
    </Modal>
  )
}

/** Whether Enter in this box means the button of the dialog, and not a choice, a day or a new line. */
function isForEnter(box: Element): box is HTMLInputElement | HTMLTextAreaElement {
  if (box.closest('.ant-picker, .ant-select, [role=combobox]')) return false
  if (box instanceof HTMLTextAreaElement) return box.rows <= REMARK_ROWS
  return box instanceof HTMLInputElement && !['file', 'checkbox', 'radio', 'button', 'submit'].includes(box.type)
}
