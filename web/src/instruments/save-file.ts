// Files that a person takes along: into the folder of downloads.

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[^\p{L}\p{N}._ -]+/gu, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
