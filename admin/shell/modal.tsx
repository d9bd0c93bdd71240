import { Modal as AntModal, type ModalProps } from 'antd'
import { useQuickExit } from './use-quick-exit.ts'

/** antd's dialog for quick people: while it fades away the focus is already back. `begin` selects where it begins. */
export function Modal({ begin, ...modal }: ModalProps & { begin?: string }) {
  const { open = false, keyboard = true, onCancel } = modal
  const panelRef = useQuickExit(open, {
    begin,
    onEscape: keyboard && onCancel ? event => onCancel(event as never) : undefined,
  })
  return <AntModal {...modal} {...{ panelRef }} focusTriggerAfterClose={false} />
}
