import { Modal } from '../../shell/modal.tsx'
import '../grid/grid.css'

const moving = [
  ['J', 'To the next record of the list'],
  ['K', 'To the one before it'],
]

/** The keys of the page of a record. */
export default function RecordKeys(shown: {
  moves: boolean
  letters: readonly (readonly string[])[]
  onClose: () => void
}) {
  const keys = [
    ...(shown.moves ? moving : []),
    ...shown.letters,
    ['Ctrl + K', 'Find a record or a screen'],
    ['?', 'Show these keys'],
  ]
  return (
    <Modal open title="Keyboard shortcuts" footer={null} onCancel={shown.onClose} width={420}>
      <section className="keys">
        <dl>
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Modal>
  )
}
