// Uploads in parts that are under way in any thread of a run: a thread that is ended cannot abort its own, and a bucket keeps
// (and bills) the parts of an upload that is neither complete nor aborted.
import { BroadcastChannel } from 'node:worker_threads';
import type { OpenUpload } from '../../destination/index.ts';

interface UploadNote {
  upload: OpenUpload;
  isOpen: boolean;
}

const channels = new Map<string, BroadcastChannel>();

/** Notes in every thread of the run that an upload begins or is over. */
export function announceUpload(run: string, upload: OpenUpload, isOpen: boolean): void {
  channelOf(run).postMessage({ upload, isOpen } satisfies UploadNote);
}

/** Uploads of a run, for its main thread. */
export interface OpenUploads {
  /** Those that are under way. */
  all(): OpenUpload[];
  close(): void;
}

/** Begins to collect. Must be called before any thread of the run writes. */
export function trackUploads(run: string): OpenUploads {
  const open = new Map<string, OpenUpload>();
  const channel = unreferenced(run);
  channel.onmessage = ({ data }) => {
    const { upload, isOpen } = data as UploadNote;
    if (isOpen) open.set(upload.uploadId, upload);
    else open.delete(upload.uploadId);
  };
  return {
    all: () => [...open.values()],
    close: () => {
      channel.close();
      channels.get(run)?.close();
      channels.delete(run);
    },
  };
}

function channelOf(run: string): BroadcastChannel {
  const channel = channels.get(run) ?? unreferenced(run);
  channels.set(run, channel);
  return channel;
}

/** Does not keep its thread alive. */
function unreferenced(run: string): BroadcastChannel {
  const channel = new BroadcastChannel(`headgate-emit-${run}`);
  channel.unref();
  return channel;
}
