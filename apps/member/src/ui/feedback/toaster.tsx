import { Check, X } from 'lucide-react'
import { useToast } from './toast.ts'

/** Shows toasts in the middle of the upper third, announced politely. */
export function Toaster() {
  const message = useToast((state) => state.message)
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed tab:top-[calc(var(--top-bar)+24px)] inset-x-0 top-[22dvh] z-60 flex justify-center px-6"
    >
      {message && (
        <p
          key={message.id}
          className="animate-toast bg-toast text-on-toast shadow-float flex max-w-md items-center gap-2.5 rounded-full px-5 py-3 font-medium"
        >
          {message.tone === 'ok' && <Check size={20} className="text-toast-ok shrink-0" aria-hidden="true" />}
          {message.tone === 'bad' && <X size={20} className="text-toast-bad shrink-0" aria-hidden="true" />}
          <span className="min-w-0">{message.text}</span>
        </p>
      )}
    </div>
  )
}
