import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../shell/menu/icons.tsx'
import { Modal } from '../shell/modal.tsx'

interface Detector {
  detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** The barcodes that transporters print on their LRs. */
const FORMATS = ['code_128', 'code_39', 'itf', 'qr_code', 'data_matrix']

/** Milliseconds between two looks through the camera. */
const LOOK_MS = 200

/** A button that reads the number of an LR by the camera; nothing where the browser cannot, and the number is typed. */
export function ScanLr({ onScanned }: { onScanned: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  if (!detectorClass() || !navigator.mediaDevices) return null
  return (
    <>
      <Button size="large" onClick={() => setOpen(true)}>
        <Icon name="view" /> Scan LR
      </Button>
      {isOpen && (
        <Camera
          onClose={() => setOpen(false)}
          onScanned={text => {
            setOpen(false)
            onScanned(text)
          }}
        />
      )}
    </>
  )
}

function Camera({ onScanned, onClose }: { onScanned: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const scanned = useRef(onScanned)
  scanned.current = onScanned
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const detector = new (detectorClass()!)({ formats: FORMATS })
    async function look() {
      const barcodes = await detector.detect(video.current!).catch(() => [])
      if (isOver) return
      const [first] = barcodes
      if (first?.rawValue.trim()) scanned.current(first.rawValue.trim())
      else timer = setTimeout(() => void look(), LOOK_MS)
    }
    async function begin() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      await look()
    }
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    begin().catch(() => {
      if (!isOver) setProblem('The camera cannot be used here: allow it in the browser, or type the number.')
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  return (
    <Modal open title="Hold the barcode of the LR into the picture" footer={null} onCancel={onClose}>
      {problem ? (
        <p role="alert" className="field-error">
          {problem}
        </p>
      ) : (
        <video ref={video} className="scan-picture" muted playsInline />
      )}
    </Modal>
  )
}
